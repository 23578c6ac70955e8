"""The REST table. A new verb is one row here and one operation under the same name."""

from loomem.web.rest.route import Route

REST_ROUTES: tuple[Route, ...] = (
    Route("POST", "/v1/store", "store"),
    Route("POST", "/v1/ingest", "ingest"),
    Route("POST", "/v1/search", "search"),
    Route("POST", "/v1/delete", "delete_memory"),
    Route("GET", "/api/memories", "list_memories"),
    Route("GET", "/api/dashboard/memory", "list_memories"),
    Route("GET", "/api/memories/{id}", "get_memory"),
    Route("PUT", "/api/memories/{id}", "update_memory"),
    Route("DELETE", "/api/memories/{id}", "delete_memory"),
    Route("GET", "/v1/memory-chain/{id}", "memory_chain"),
    Route("POST", "/v1/purge/{id}", "purge_memory"),
    Route("POST", "/v1/purge-namespace", "purge_namespace"),
    Route("POST", "/v1/boost", "boost"),
    Route("GET", "/v1/status", "status"),
    Route("GET", "/v1/spend", "spend"),
    Route("GET", "/v1/whoami", "whoami"),
    Route("GET", "/v1/namespaces", "namespaces"),
    Route("GET", "/v1/health/index-sync", "index_sync"),
    Route("POST", "/v1/embed-missing", "embed_missing"),
    Route("POST", "/v1/re-embed-all", "reembed_all", status=202),
    Route("POST", "/v1/score-all", "score_all"),
    Route("POST", "/v1/reset-importance", "reset_importance"),
    Route("POST", "/v1/rebuild-tantivy", "rebuild_tantivy", status=202),
)

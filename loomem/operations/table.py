"""All operations under their names: the one list from which every transport is made."""

from loomem.operations import (
    ambient,
    context_pack,
    delete,
    feedback,
    get,
    graph_entity,
    graph_stats,
    ingest,
    list_memories,
    memory_chain,
    restore,
    search,
    spend,
    stats,
    store,
    update,
)
from loomem.operations.grants import LIST_GRANTS, REVOKE_GRANT
from loomem.operations.graph_care import (
    BUILD_GRAPH,
    EXTRACT_ENTITIES,
    RESET_BACKFILL,
    RETAG_ALL,
)
from loomem.operations.importance import BOOST, RESET_IMPORTANCE, SCORE_ALL
from loomem.operations.maintenance import EMBED_MISSING, INDEX_SYNC, RE_EMBED_ALL, REBUILD_TEXT
from loomem.operations.purge import PURGE, PURGE_STREAM
from loomem.operations.registry import by_name
from loomem.operations.status import NAMESPACES, STATUS, WHOAMI

OPERATIONS = by_name(
    store.OPERATION,
    ingest.OPERATION,
    search.OPERATION,
    ambient.OPERATION,
    context_pack.OPERATION,
    feedback.OPERATION,
    get.OPERATION,
    list_memories.OPERATION,
    update.OPERATION,
    delete.OPERATION,
    restore.OPERATION,
    stats.OPERATION,
    memory_chain.OPERATION,
    graph_entity.OPERATION,
    graph_stats.OPERATION,
    BUILD_GRAPH,
    EXTRACT_ENTITIES,
    RETAG_ALL,
    RESET_BACKFILL,
    PURGE,
    PURGE_STREAM,
    BOOST,
    SCORE_ALL,
    RESET_IMPORTANCE,
    EMBED_MISSING,
    RE_EMBED_ALL,
    REBUILD_TEXT,
    INDEX_SYNC,
    STATUS,
    WHOAMI,
    NAMESPACES,
    spend.OPERATION,
    LIST_GRANTS,
    REVOKE_GRANT,
)

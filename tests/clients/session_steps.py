"""What a session does, whatever brought it about; for both generations of the SDK."""


async def use(session) -> dict:
    tools = (await session.list_tools()).tools
    stored = await session.call_tool("memory_store", {"content": "The violet door opens at nine."})
    found = await session.call_tool("memory_search", {"query": "when does the violet door open"})
    chunk_id = structured(stored)["id"]
    history = await session.call_tool("memory_history", {"chunk_id": chunk_id})
    wrong = await session.call_tool("memory_search", {"query": 5})
    deleted = await session.call_tool("memory_delete", {"chunk_id": chunk_id})
    return {
        "tools": len(tools),
        "found": [row["id"] == chunk_id for row in structured(found)["results"]][:1],
        "history": history.content[0].text,
        "wrong": is_error(wrong),
        "deleted": deleted.content[0].text,
    }


def structured(result) -> dict:
    found = getattr(result, "structured_content", None)
    return found if found is not None else result.structuredContent


def is_error(result) -> bool:
    found = getattr(result, "is_error", None)
    return bool(found if found is not None else result.isError)

"""Keys of the entity graph in ``default``. Ids of entities and links are 32 hexadecimal digits."""

from loomem.stores.keys import SEPARATOR


def entity_key(entity: str) -> bytes:
    """Key of an entity."""
    return f"graph:entity:{entity}".encode()


def edge_key(edge: str) -> bytes:
    """Key of a link."""
    return f"graph:edge:{edge}".encode()


def names_prefix(stream: str) -> bytes:
    """First bytes of all names of a stream."""
    return f"graph:s:{stream}:name:".encode()


def name_key(stream: str, token: str) -> bytes:
    """Key that leads from a name to its entity."""
    return names_prefix(stream) + token.encode("utf-8", "surrogatepass")


def alias_prefix(stream: str, token: str) -> bytes:
    """First bytes of the rows of one other name; entity id and memory id follow."""
    prefix = f"graph:s:{stream}:alias:".encode()
    return prefix + token.encode("utf-8", "surrogatepass") + SEPARATOR


def alias_key(stream: str, token: str, entity: str, chunk: str) -> bytes:
    """Key of another name that one memory gives to an entity."""
    return alias_prefix(stream, token) + entity.encode() + chunk.encode()


def mention_prefix(entity: str) -> bytes:
    """First bytes of the rows of all memories that mention an entity."""
    return f"graph:mention:{entity}:".encode()


def mention_key(entity: str, chunk: str) -> bytes:
    """Key of what one memory contributes to an entity."""
    return mention_prefix(entity) + chunk.encode()


def chunk_prefix(chunk: str) -> bytes:
    """First bytes of the rows of what a memory mentions; no other memory's id shares them."""
    return b"graph:chunk:" + chunk.encode() + SEPARATOR


def chunk_edges_prefix(chunk: str) -> bytes:
    """First bytes of the rows of the links that a memory supports."""
    return b"graph:chunk-edge:" + chunk.encode() + SEPARATOR


def support_prefix(edge: str) -> bytes:
    """First bytes of the rows of all memories that support a link."""
    return f"graph:support:{edge}:".encode()


def adjacent_prefix(entity: str) -> bytes:
    """First bytes of the links that begin at an entity."""
    return f"graph:adj:{entity}:".encode()


def reverse_prefix(entity: str) -> bytes:
    """First bytes of the links that end at an entity."""
    return f"graph:radj:{entity}:".encode()


def marker_key(chunk: str) -> bytes:
    """Key that says a language model has read a memory for entities."""
    return b"llm_entities:" + chunk.encode()


MARKERS_PREFIX = b"llm_entities:"

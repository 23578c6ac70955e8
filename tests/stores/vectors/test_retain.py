"""Files of partitions that nobody knows any more."""


def test_files_of_unknown_partitions_are_removed_and_others_stay(large, open_shelf, vectors):
    kept = large.graph_files()
    again = open_shelf()
    (large.root / "folder of a purged stream" / "generation-00000001").mkdir(parents=True)
    (large.root / "a file").write_bytes(b"x")
    again.indexes.retain(["home"])
    assert again.graph_files() == kept
    assert len(list(large.root.iterdir())) == 1
    again.indexes.retain([])
    assert list(large.root.iterdir()) == []
    assert len(again.found(vectors(1)[0])) == 10

-- What is searched for is first noted in a list that is quick to add to, and sorted into the index by the worker, every second
-- (kit/sort-search-lists.ts). Left to itself PostgreSQL sorts the list when it reaches 4 MB, within the statement that adds to
-- it: whoever buys then waits for a quarter of a second, and so does everybody in the same batch. Should there be no worker,
-- it still does so at this size.
alter index customers_by_search set (gin_pending_list_limit = 32768);

-- Names sort as people expect: Émile beside Emil, and ö not after z. Equal are only texts of the same bytes, so that a page can
-- begin after any of them. These replace the indexes that sorted by bytes.
drop index customers_by_first_name;
drop index customers_by_last_name;
create index customers_by_first_name on customers (org_id, first_name collate "und-x-icu", user_id);
create index customers_by_last_name on customers (org_id, last_name collate "und-x-icu", user_id);

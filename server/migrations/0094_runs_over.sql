-- Runs that are over, or that were never started, oldest first: the worker forgets them after a while.
create index runs_over on runs (changed_at) where run_status in ('ready', 'stopped', 'finished');

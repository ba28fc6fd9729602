-- Until when whoever bought before an event was moved may ask for their money back, whatever the organisation's own rule says.
alter table event_moves add column refunds_until timestamptz;

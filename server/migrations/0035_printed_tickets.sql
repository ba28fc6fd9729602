-- The small print on tickets.
alter table organisations add column ticket_terms text;
alter table organisations add constraint organisations_ticket_terms check (length(ticket_terms) between 1 and 600);

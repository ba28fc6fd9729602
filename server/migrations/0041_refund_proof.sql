-- Refunds of more than this by somebody who is signed in ask them to prove again that it is them.
alter table organisations add column refund_proof_minor bigint not null default 50000;
alter table organisations add constraint organisations_refund_proof check (refund_proof_minor between 0 and 100000000000);

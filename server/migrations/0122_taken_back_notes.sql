-- A credit note for money that did not go back after all, or for a debt that is asked for again, is taken back by a document of its own: an
-- invoice or a receipt that names the credit note.
alter table documents
  drop constraint documents_source_check,
  drop constraint documents_of_order,
  add constraint documents_source_check check (source in ('order', 'refund', 'failed_refund', 'debt_release', 'credit_entry')),
  add constraint documents_of_order check (
    (source = 'order') = (corrects_document_id is null)
    and case source when 'debt_release' then true else (source in ('order', 'failed_refund')) = (kind <> 'credit_note') end
  );

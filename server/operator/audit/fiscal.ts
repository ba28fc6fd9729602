import { isSignatureOf } from '../../payments/fiscal/simulated-device.ts'
import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** What was signed at a counter is a chain: each is tied to the text and the signature of the one before, and none is missing. */
export const fiscalChain: Check = (orgId, sql) => sql<Difference[]>`
  select 'fiscal_signature' as object, s.counter_id || '/' || s.number as id, v.field, v.stored, v.counted
  from (
    select counter_id, number, previous, kind, signed_text, lag(number) over w as number_before, lag(signed_text) over w as text_before,
      lag(signature) over w as signature_before
    from fiscal_signatures
    where org_id = ${orgId}
    window w as (partition by counter_id order by number)
  ) s
  cross join lateral (
    values
      ('number', s.number, coalesce(s.number_before, 0) + 1),
      ('previous', 1, (s.text_before is null or s.previous = encode(
        substring(sha256(convert_to(s.text_before || '.' || coalesce(s.signature_before, 'outage'), 'UTF8')) from 1 for 8), 'base64'
      ))::integer),
      ('signed_text', 1, (s.kind = 'tse' or position(s.previous in s.signed_text) > 0)::integer)
  ) as v (field, stored, counted)
  where v.stored <> v.counted
  order by s.counter_id, s.number, v.field
  limit ${DIFFERENCES_MAX}`

/** Reading a signature anew takes a tenth of a millisecond: the latest are enough, since the chain ties the others to them. */
const CHECKED_MAX = 10_000

type SignedRow = { id: string; public_key: string; signed_text: string; signature: string }

/** Each signature is of its text, by the key that is on record with it. */
export const fiscalSignatures: Check = async (orgId, sql) => {
  const rows = await sql<SignedRow[]>`
    select counter_id || '/' || number as id, public_key, signed_text, signature
    from fiscal_signatures
    where org_id = ${orgId}
      and signature is not null
    order by created_at desc, counter_id, number desc
    limit ${CHECKED_MAX}`
  return rows
    .filter(({ public_key, signed_text, signature }) => !isSignatureOf(public_key, signed_text, signature))
    .slice(0, DIFFERENCES_MAX)
    .map(({ id }) => ({ object: 'fiscal_signature', id, field: 'signature', stored: 1, counted: 0 }))
}

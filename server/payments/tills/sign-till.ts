import type { OrgId } from '../../access/principal.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { type AskDevice, askingUntilOutage, type FiscalDevice, type SignedOrOutage } from '../fiscal/fiscal-device.ts'
import { findFiscalSettings, fiscalDeviceOf } from '../fiscal/fiscal-settings.ts'
import { chainValue, type FiscalTax, firstChainValue, fiscalCode, fiscalText } from '../fiscal/fiscal-text.ts'
import { type CashReceipt, taxesOfCash } from './cash-taxes.ts'
import { lockCounter } from './counter.ts'
import { findTill } from './till.ts'

/** One request signs what a crash or an outage of this program has left, and no more than this at once. */
const SIGNED_AT_ONCE_MAX = 200

/**
 * Has the device sign what happened in cash at the counter of a till and is not signed yet, in its order. After the commit: a device takes its time,
 * and a sale is sold without it. What a crash leaves unsigned is signed with what comes next at the counter.
 */
export async function signTill({ sql, clock }: PlatformDeps, orgId: OrgId, tillId: number | null): Promise<void> {
  if (tillId === null) return
  const settings = await findFiscalSettings(orgId, sql)
  if (!settings) return
  const till = await findTill(orgId, sql, tillId)
  if (till === undefined || till.counter_id === null) return
  const counter = { counterId: till.counter_id, name: till.name, currency: till.currency }
  const device = fiscalDeviceOf(settings)
  const ask = askingUntilOutage(device)
  for (let signed = 0; signed < SIGNED_AT_ONCE_MAX; signed += 1) {
    const subject = await nextSubject(orgId, sql, counter.counterId, settings.signed_from)
    if (!subject) return
    await signSubject({ sql, now: clock(orgId) }, orgId, device, ask, counter, subject)
  }
}

type Subject = {
  receipt_number: number | null
  close_number: number | null
  at: Date
  /** The cash that it leaves in the drawer, or the sum of a close. */
  amount_minor: number
  /** None of a close. */
  receipt: CashReceipt | null
}

/** A receipt before the close that it is in. */
async function nextSubject(orgId: OrgId, sql: Sql, counterId: number, from: Date): Promise<Subject | undefined> {
  const [subject] = await sql<Subject[]>`
    select n.receipt_number, n.close_number, n.at, n.amount_minor, n.receipt
    from (
      (
        select r.receipt_number, null::bigint as close_number, r.created_at as at, r.amount_minor + r.rounding_minor as amount_minor,
          jsonb_build_object('kind', r.kind, 'source_id', r.source_id, 'cash_minor', r.amount_minor, 'sold_minor', r.sold_minor, 'taxes', r.taxes) as receipt
        from till_receipts r
        where r.org_id = ${orgId}
          and r.counter_id = ${counterId}
          and r.payment_method = 'cash'
          and r.created_at >= ${from}
          and r.receipt_number > coalesce((
            select max(s.receipt_number)
            from fiscal_signatures s
            where s.org_id = ${orgId}
              and s.counter_id = ${counterId}
          ), 0)
        order by r.receipt_number
        limit 1
      )
      union all
      (
        select null, z.number, z.created_at, z.expected_minor, null
        from till_closes z
        where z.org_id = ${orgId}
          and z.counter_id = ${counterId}
          and z.created_at >= ${from}
          and z.number > coalesce((
            select max(s.close_number)
            from fiscal_signatures s
            where s.org_id = ${orgId}
              and s.counter_id = ${counterId}
          ), 0)
        order by z.number
        limit 1
      )
    ) n
    order by n.at, n.receipt_number nulls last
    limit 1`
  return subject
}

type Last = { number: number; signed_text: string; signature: string | null; turnover_minor: number }

type Counter = { counterId: number; name: string; currency: string }

/** Begun and finished outside of any transaction of the database. Two requests at once ask for the same number; one of them is kept, and the other looks again. */
async function signSubject(
  { sql, now }: { sql: Sql; now: Date },
  orgId: OrgId,
  device: FiscalDevice,
  ask: AskDevice,
  { counterId, name, currency }: Counter,
  subject: Subject,
): Promise<void> {
  const last = await lastSignature(orgId, sql, counterId)
  const number = (last?.number ?? 0) + 1
  const previous = last ? chainValue(last.signed_text, last.signature) : firstChainValue(name)
  const isClose = subject.close_number !== null
  const turnoverMinor = (last?.turnover_minor ?? 0) + (isClose ? 0 : subject.amount_minor)
  const taxes: FiscalTax[] = subject.receipt ? await taxesOfCash(orgId, sql, subject.receipt) : []
  const event = {
    subject: isClose ? ('close' as const) : ('receipt' as const),
    counter: name,
    number: subject.close_number ?? subject.receipt_number ?? 0,
    at: subject.at,
    currency,
    amountMinor: subject.amount_minor,
    taxes: subject.amount_minor < 0 ? taxes.map(negated) : taxes,
    turnoverMinor,
  }
  const text = fiscalText(device.kind, event, device.serial, previous)
  const result = await ask({ counter: name, sequence: number, at: now, text })
  const row = { ...rowOf(device, name, result), number, previous, turnover_minor: turnoverMinor }
  await keep(sql, orgId, now, counterId, subject, row)
}

const negated = ({ thousandths, amount_minor, tax_minor }: FiscalTax): FiscalTax => ({
  thousandths,
  amount_minor: -amount_minor,
  tax_minor: -tax_minor,
})

function rowOf(device: FiscalDevice, counter: string, result: SignedOrOutage) {
  const { kind, serial, publicKey } = device
  const isSigned = result.state === 'signed'
  const of = isSigned ? { ...result.begun, signed: result.signed } : undefined
  return {
    kind,
    serial,
    public_key: publicKey,
    started_at: isSigned ? result.begun.startedAt : result.startedAt,
    finished_at: of?.signed.finishedAt ?? null,
    transaction_number: of?.transaction ?? null,
    signature_counter: of?.signed.signatureCounter ?? null,
    signed_text: result.text,
    signature: of?.signed.signature ?? null,
    code: fiscalCode(kind, result.text, { counter, publicKey }, of),
  }
}

type Row = ReturnType<typeof rowOf> & { number: number; previous: string; turnover_minor: number }

const keep = (sql: Sql, orgId: OrgId, now: Date, counterId: number, subject: Subject, row: Row) =>
  sql.begin(async (tx) => {
    await lockCounter(orgId, tx, counterId)
    const last = await lastSignature(orgId, tx, counterId)
    if ((last?.number ?? 0) + 1 !== row.number) return
    await tx`
      insert into fiscal_signatures (org_id, counter_id, number, receipt_number, close_number, kind, serial, public_key, started_at, finished_at,
        transaction_number, signature_counter, signed_text, previous, signature, code, turnover_minor, created_at)
      values (${orgId}, ${counterId}, ${row.number}, ${subject.receipt_number}, ${subject.close_number}, ${row.kind}, ${row.serial},
        ${row.public_key}, ${row.started_at}, ${row.finished_at}, ${row.transaction_number}, ${row.signature_counter}, ${row.signed_text},
        ${row.previous}, ${row.signature}, ${row.code}, ${row.turnover_minor}, ${now})
      on conflict do nothing`
  })

async function lastSignature(orgId: OrgId, sql: Pick<Sql, never> & Parameters<typeof findTill>[1], counterId: number) {
  const [last] = await sql<Last[]>`
    select number, signed_text, signature, turnover_minor
    from fiscal_signatures
    where org_id = ${orgId}
      and counter_id = ${counterId}
    order by number desc
    limit 1`
  return last
}

import type { OrgId } from '../../server/access/principal.ts'
import { chainValue, firstChainValue } from '../../server/payments/fiscal/fiscal-text.ts'
import { simulatedDevice } from '../../server/payments/fiscal/simulated-device.ts'
import type { Tx } from '../../server/platform/postgres/database.ts'
import type { Fault } from './debt-faults.ts'

/** As by a hand that does not ask the database's rules. */
const unruled = async (tx: Tx, table: string, change: () => Promise<unknown>) => {
  await tx`alter table ${tx(table)} disable trigger user`
  await change()
  await tx`alter table ${tx(table)} enable trigger user`
}

/** Two receipts of a counter that a device has signed, as they should be but for what the fault is. */
async function signed(orgId: OrgId, tx: Tx, { previous, signature }: { previous?: string; signature?: string }) {
  const [counter] = await tx<{ counter_id: number; name: string }[]>`
    select counter_id, name
    from counters
    where org_id = ${orgId} and last_receipt >= 2
    limit 1`
  const { counter_id: counterId = 0, name = '' } = counter ?? {}
  const device = simulatedDevice('tse', 'PLANTED', { isOut: false })
  const at = new Date(0)
  const rows: { text: string; before: string; signature: string }[] = []
  for (const number of [1, 2]) {
    const text = `Beleg^${number}`
    const [last] = rows
    const begun = { transaction: number, startedAt: at }
    const { signature } = await device.finish(begun, text, at, AbortSignal.timeout(1000))
    rows.push({ text, before: last ? chainValue(last.text, last.signature) : firstChainValue(name), signature })
  }
  for (const [index, row] of rows.entries()) {
    const number = index + 1
    const isLast = number === rows.length
    await tx`
      insert into fiscal_signatures (org_id, counter_id, number, receipt_number, kind, serial, public_key, started_at, finished_at, transaction_number,
        signature_counter, signed_text, previous, signature, turnover_minor, created_at)
      values (${orgId}, ${counterId}, ${number}, ${number}, 'tse', ${device.serial}, ${device.publicKey}, ${at}, ${at}, ${number}, ${number},
        ${row.text}, ${isLast ? (previous ?? row.before) : row.before}, ${isLast ? (signature ?? row.signature) : row.signature}, 0, ${at})`
  }
}

export const tillFaults = (orgId: OrgId): Record<string, Fault> => ({
  'a counter that has drawn a number for nothing': {
    of: 'numbers of counters',
    plant: (tx) => tx`update counters set last_close = last_close + 1 where org_id = ${orgId} and last_close > 0`,
    said: ['counter closes', 'counter last_close'],
  },
  'a close that says less was expected': {
    of: 'closes of tills',
    plant: (tx) =>
      unruled(
        tx,
        'till_closes',
        () => tx`update till_closes set expected_minor = expected_minor - 1 where org_id = ${orgId}`,
      ),
    said: ['till_close expected_minor'],
  },
  'a signature that is not tied to the one before': {
    of: 'chains of signatures',
    plant: (tx) => signed(orgId, tx, { previous: 'AAAAAAAAAAA=' }),
    said: ['fiscal_signature previous'],
  },
  'a signature of another text': {
    of: 'signatures of counters',
    plant: (tx) => signed(orgId, tx, { signature: 'AAAA' }),
    said: ['fiscal_signature signature'],
  },
})

import type { PaymentProvider, RefundRequest, RefundResult } from '../../server/payments/payments/provider.ts'
import type { Payments } from '../../server/payments/payments/providers.ts'
import { testAccounts } from '../../server/payments/payments/test-accounts.ts'
import { closedBank } from '../../server/payments/payments/test-bank.ts'

/** How a call ends: the answer that comes, or none, before or after the money has moved; or the program dies. */
export type Fate = 'succeeds' | 'fails' | 'takes_time' | 'lost_before' | 'lost_after' | 'crash_before' | 'crash_after'

type Entry = { reference: string; payment: string; amountMinor: number; state: 'succeeded' | 'processing' | 'failed' }

/** A provider that remembers what it paid back, by key, and does to each first call what it was told to. */
export function openLedger(fates: Fate[] = []) {
  const entries = new Map<string, Entry>()
  const enter = (asked: RefundRequest, state: Entry['state']): Entry => {
    const known = entries.get(asked.idempotencyKey)
    if (known) return known
    const reference = `re_${entries.size + 1}`
    const entry = { reference, payment: asked.reference, amountMinor: asked.amountMinor, state }
    entries.set(asked.idempotencyKey, entry)
    return entry
  }
  const answer = ({ reference, state }: Entry): RefundResult =>
    state === 'failed' ? { kind: 'failed', reference, code: 'declined' } : { kind: state, reference }
  const play = (asked: RefundRequest, fate: Fate): RefundResult => {
    if (fate === 'crash_before') throw new Error('the program died before it asked')
    if (fate === 'lost_before') return { kind: 'unknown', cause: fate }
    const state = fate === 'fails' ? 'failed' : fate === 'takes_time' ? 'processing' : 'succeeded'
    const entry = enter(asked, state)
    if (fate === 'crash_after') throw new Error('the program died before it heard')
    return fate === 'lost_after' ? { kind: 'unknown', cause: fate } : answer(entry)
  }
  const asked = new Set<string>()
  /** Who has asked before must say so: a provider that forgets keys would pay twice. */
  const first = ({ idempotencyKey }: RefundRequest) => {
    if (asked.has(idempotencyKey)) throw new Error('asked a second time as if it were the first')
    asked.add(idempotencyKey)
  }
  const refuse = async () => ({ kind: 'unknown' as const, cause: 'only refunds are played' })
  const provider: PaymentProvider = {
    name: 'test',
    takes: () => true,
    create: refuse,
    retrieve: refuse,
    confirm: refuse,
    cancel: refuse,
    async refund(request) {
      if (request.again) return answer(enter(request, 'succeeded'))
      first(request)
      return play(request, fates.shift() ?? 'succeeds')
    },
    async retrieveRefund(_account, reference) {
      const entry = [...entries.values()].find((candidate) => candidate.reference === reference)
      if (!entry) return { kind: 'unknown', cause: reference }
      if (entry.state === 'processing') entry.state = 'succeeded'
      return answer(entry)
    },
  }
  const payments: Payments = {
    forOrganisation: () => ({ provider, account: null }),
    canBePaid: () => true,
    accountsFor: () => testAccounts,
    shownInShop: () => null,
    byName: () => provider,
    forStored: () => provider,
    testBank: closedBank,
  }
  return {
    payments,
    fates,
    /** What has really gone back of a payment, by now or soon. */
    paidBack: (payment: string) =>
      [...entries.values()]
        .filter((entry) => entry.payment === payment && entry.state !== 'failed')
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    count: () => entries.size,
  }
}

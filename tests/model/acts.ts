import { fc } from '../harness/chance.ts'

const WAYS = ['cash', 'till', 'invoice', 'card', 'reader', 'transfer', 'free', 'disputed'] as const
const METHODS = ['cash', 'till', 'transfer', 'card', 'cheque', 'other'] as const
export type Way = (typeof WAYS)[number]
export type RecordedMethod = (typeof METHODS)[number]

/** One thing that happens to a club. `which` and `part` choose among what there is by then, so that any act can follow any other. */
type Target = { which: number; part: number }
export type Act = { death: number } & (
  | { do: 'sell'; way: Way; adults: number; children: number; discounted: boolean }
  | { do: 'join'; plan: 'automatic' | 'manual' | 'whole' }
  | ({ do: 'pay'; method: RecordedMethod } & Target)
  | ({ do: 'waive' | 'spend' | 'reverse' } & Target)
  | ({ do: 'grant' } & Target)
  | ({ do: 'refund' | 'refundTicket' | 'refundAll' } & Target)
  | ({ do: 'forgo' } & Target)
  | ({ do: 'cancel'; refund: boolean } & Target)
  | ({ do: 'payOut'; method: 'cash' | 'till' | 'transfer' } & Target)
  | { do: 'dispute' | 'openTill' }
  | { do: 'closeTill'; missing: number }
  | { do: 'wait'; hours: number }
)

const target = { which: fc.nat(1000), part: fc.nat(1000) }
/** After so many statements the process that does it is killed, and another takes it up; most acts live. */
const death = fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(40) })
const weighted = (weight: number, arbitrary: fc.Arbitrary<Act>) => ({ weight, arbitrary })

export const acts: fc.Arbitrary<Act> = fc.oneof(
  weighted(
    8,
    fc.record({
      death,
      do: fc.constant('sell' as const),
      way: fc.constantFrom(...WAYS),
      adults: fc.integer({ min: 1, max: 3 }),
      children: fc.nat(2),
      discounted: fc.boolean(),
    }),
  ),
  weighted(
    2,
    fc.record({ death, do: fc.constant('join' as const), plan: fc.constantFrom('automatic', 'manual', 'whole') }),
  ),
  weighted(8, fc.record({ death, do: fc.constant('pay' as const), method: fc.constantFrom(...METHODS), ...target })),
  weighted(
    8,
    fc.record({
      death,
      do: fc.constantFrom('waive', 'grant', 'spend', 'reverse', 'forgo', 'refundTicket', 'refundAll'),
      ...target,
    }),
  ),
  weighted(4, fc.record({ death, do: fc.constant('refund' as const), ...target })),
  weighted(1, fc.record({ death, do: fc.constant('cancel' as const), refund: fc.boolean(), ...target })),
  weighted(
    3,
    fc.record({
      death,
      do: fc.constant('payOut' as const),
      method: fc.constantFrom('cash', 'till', 'transfer'),
      ...target,
    }),
  ),
  weighted(2, fc.record({ death, do: fc.constantFrom('dispute', 'openTill') })),
  weighted(1, fc.record({ death, do: fc.constant('closeTill' as const), missing: fc.integer({ min: -7, max: 7 }) })),
  weighted(
    3,
    fc.record({
      death: fc.constant(-1),
      do: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 5, 11, 24, 24 * 3, 24 * 16),
    }),
  ),
)

/** So many acts, which a seed foretells. */
export const actsOf = (seed: number, count: number): Act[] => fc.sample(acts, { seed, numRuns: count })

import type { AccessPoint, DeliveryProgress, Handed } from './access-point.ts'

/** Receivers of sandboxes that play a part; every other takes what it is sent. */
export const simulatedReceivers = {
  refuses: '9915:TEST-REFUSES',
  isNotRegistered: '9915:TEST-NOT-REGISTERED',
  isOut: '9915:TEST-OUT',
} as const

/** For one that is out, the access point answers after so many attempts. */
const OUT_ATTEMPTS = 3
const REFUSING = 'refused'

/** Plays an access point, and whom it hands files to, without a network. What it says is all in the reference: nothing is kept. */
export const simulatedAccessPoint: AccessPoint = {
  async send({ receiver, key, attempts }): Promise<Handed> {
    if (receiver === simulatedReceivers.isNotRegistered)
      return { kind: 'refused', reason: 'not_registered', problem: `${receiver} is not registered` }
    if (receiver === simulatedReceivers.isOut && attempts < OUT_ATTEMPTS)
      return { kind: 'unavailable', problem: 'the simulated access point is out' }
    const part = receiver === simulatedReceivers.refuses ? REFUSING : 'delivered'
    return { kind: 'taken', reference: `simulated/${part}/${key}` }
  },
  async stateOf(reference): Promise<DeliveryProgress> {
    return reference.split('/')[1] === REFUSING
      ? { kind: 'refused', reason: 'refused', problem: 'the receiver knows of no such order' }
      : { kind: 'delivered' }
  },
  test: async () => null,
}

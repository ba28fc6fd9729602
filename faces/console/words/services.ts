import { spoken } from './load.ts'

/** Of wallets, fees, addresses without mail, and the codes and keys of the gates. */
export const words = spoken.services

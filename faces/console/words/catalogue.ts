import { spoken } from './load.ts'

/** Of what a club sells by: discounts and memberships, and of adding people by hand. */
export const words = spoken.catalogue

import type { Member } from '@grandstand/sdk'

/** Apart from what is said of a membership, so that the counter needs no word of it until somebody shows their card. */
export const memberName = ({ first_name, last_name }: Member): string => `${first_name} ${last_name}`

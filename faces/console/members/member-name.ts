import type { Member } from '@grandstand/sdk'

/** Apart from what is said of a membership, so that the counter loads no word of it until a member is looked up. */
export const memberName = ({ first_name, last_name }: Member): string => `${first_name} ${last_name}`

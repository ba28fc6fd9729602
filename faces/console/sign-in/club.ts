import type { SignedIn } from '@grandstand/sdk'
import { readStored, writeStored } from '../../kit/storage.ts'
import { api } from '../parts/api.ts'
import { routes } from '../parts/routes.ts'

/** The club whose own sign-on was last used in this browser, so that its team finds it again. */
export type Club = { id: string; name: string }
const CLUB = 'grandstand.club'
/** Where one was when a proof was asked for, in this tab. */
const BACK = 'grandstand.back'

export const rememberedClub = (): Club | undefined => readStored<Club>('local', CLUB)

export function rememberClub({ signed_on_to: id, organisations }: SignedIn): void {
  const name = organisations[0]?.name
  if (id !== null && name !== undefined) writeStored('local', CLUB, { id, name })
}

/** With `endsSession`, the person was asked, and agrees that the session in this browser ends. */
type Leaving = { again?: boolean; endsSession?: boolean; back?: string }

/** Leaves for the club's provider, which leads back to the page of `routes.clubSignOn`. */
export async function leaveForSignOn(clubId: string, { again = false, endsSession = false, back }: Leaving = {}) {
  const { location: address } = await api.staff.beginSignOn({
    organisation: Number(clubId),
    again,
    ends_session: endsSession,
  })
  writeStored('session', BACK, back)
  location.assign(address)
}

/** Where to go once one is back; only a page of the console. */
export function takeBack(): string {
  const back = readStored<string>('session', BACK)
  writeStored('session', BACK, undefined)
  return back?.startsWith(routes.today) ? back : routes.today
}

import type { FastifyReply } from 'fastify'

/*
 * Four cookies: `gs` is the session, `gs_scan` one of the scanner's page alone, `gs_device` says that this browser has signed staff
 * in before (attempts.ts in people/staff), and `gs_sign_on` is a sign-on by a club's provider that is not finished yet.
 * Over https their names begin with __Host-, which no other host of the domain can set; a browser refuses such names over http.
 */
export type CookieName = 'gs' | 'gs_scan' | 'gs_device' | 'gs_sign_on'

/** What a session is good for: everything, or for the scanner's page alone. */
export type Surface = 'scan' | null

export const sessionCookie = (surface: Surface): CookieName => (surface === 'scan' ? 'gs_scan' : 'gs')

export type Cookies = {
  read(header: string | undefined, name: CookieName): string | undefined
  set(reply: FastifyReply, name: CookieName, value: string, seconds: number): void
  clear(reply: FastifyReply, name: CookieName): void
}

const VALUE = /^[\w-]{1,400}$/

export type CookieDeps = { cookies: Cookies }

export function createCookies(publicUrl: string): Cookies {
  const isHttps = publicUrl.startsWith('https:')
  const nameOf = (name: CookieName) => (isHttps ? `__Host-${name}` : name)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  const set: Cookies['set'] = (reply, name, value, seconds) => {
    const before = reply.getHeader('set-cookie') ?? []
    const cookie = `${nameOf(name)}=${value}; ${attributes}; Max-Age=${seconds}`
    reply.removeHeader('set-cookie').header('set-cookie', [...[before].flat().map(String), cookie])
  }
  return {
    read(header = '', name) {
      const start = `${nameOf(name)}=`
      const values = header.split(/; */).filter((part) => part.startsWith(start))
      const value = values[0]?.slice(start.length)
      // Two of one name: another site has put one beside ours, and which is ours cannot be told.
      return values.length === 1 && value !== undefined && VALUE.test(value) ? value : undefined
    },
    set,
    clear: (reply, name) => set(reply, name, '', 0),
  }
}

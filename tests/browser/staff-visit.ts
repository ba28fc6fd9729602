import { hashPassword } from '../../server/people/staff/passwords.ts'
import { addStaff } from '../builders/staff.ts'
import { desktop, visit } from './browser.ts'
import type { openShopServer } from './shop-server.ts'

const PASSWORD = 'nine green elephants'

type Server = Awaited<ReturnType<typeof openShopServer>>

/** A member of staff in their browser, at the console. */
export async function staffVisit(
  server: Server,
  role: Parameters<typeof addStaff>[2] = {},
  options: Parameters<typeof visit>[1] = desktop,
) {
  const { origin, club } = server
  const staff = await addStaff(server, club, { passwordHash: await hashPassword(PASSWORD), ...role })
  const visited = await visit(origin, options)
  const signIn = async () => {
    await visited.page.getByLabel('E-mail').fill(staff.email)
    await visited.page.getByLabel('Password').fill(PASSWORD)
    await visited.page.getByRole('button', { name: 'Sign in' }).click()
  }
  const enter = () => visited.context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  return { ...visited, ...staff, password: PASSWORD, signIn, enter }
}

export const h1 = (page: Awaited<ReturnType<typeof visit>>['page'], name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

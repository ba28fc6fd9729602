import { randomUUID } from 'node:crypto'
import { rightsByRole } from '../../server/access/roles.ts'
import { hashToken } from '../../server/access/staff/session-store.ts'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { newSignInToken } from '../../server/people/staff/sign-in-by-link.ts'
import { StaffMemberRow } from '../../server/people/staff/staff-member.ts'
import { totpAt, totpStepAt } from '../../server/people/staff/totp.ts'
import { NOTHING, unique } from '../builders/rows.ts'
import { addStaff, addTotp, asOwnPage } from '../builders/staff.ts'
import type { House, Tenant } from '../harness/house.ts'
import { openAuthenticator } from '../outside/authenticator.ts'
import type { Example, OperationExample } from './example.ts'

const PASSWORD = 'nine green elephants'
const OTHER = 'ten blue elephants'
/** Hashing is slow on purpose. */
const passwordHash = hashPassword(PASSWORD)

const signedIn = async (house: House, tenant: Tenant): Promise<Example> => ({
  headers: (await addStaff(house, tenant)).headers,
})

async function invited(house: House, { orgId }: Tenant) {
  const token = `${orgId}-${unique('0').padStart(32, 'a').replaceAll('-', '0')}`
  const email = `${unique('invited')}@club.test`
  await house.sql`
    insert into staff_members (org_id, email_address, role, staff_status, invitation_hash, invitation_expires_at)
    values (
      ${orgId}, ${email}, 'gates', 'invited', ${hashToken(token)}, ${new Date(house.clock().getTime() + 60_000)}
    )`
  return token
}

const ofMember = async (house: House, tenant: Tenant): Promise<Example> => {
  const { staffId } = await addStaff(house, tenant, { role: 'gates' })
  return { params: { staff_id: staffId }, ids: { 'params.staff_id': NOTHING } }
}

async function withPasskey(house: House, tenant: Tenant) {
  const { headers } = await addStaff(house, tenant)
  const device = openAuthenticator()
  const options = await house.call('POST', '/v1/staff/passkeys/options', { headers })
  const body = { name: 'Phone', credential: device.register(options.body) }
  const added = await house.call('POST', '/v1/staff/passkeys', { headers, body })
  return { headers, device, passkeyId: added.body.passkey_id as number }
}

const ofPasskey = ({ headers, passkeyId }: { headers: Record<string, string>; passkeyId: number }): Example => ({
  headers,
  params: { passkey_id: passkeyId },
  ids: { 'params.passkey_id': NOTHING },
})

const besides = [...rightsByRole.owner.write].filter((scope) => scope !== 'team:manage')

export const staffExamples: Record<string, OperationExample> = {
  signIn: {
    make: async (house, tenant) => {
      // A random one, so that the reference does not show it as a person's.
      const email = `${randomUUID()}@club.test`
      await addStaff(house, tenant, { email, passwordHash: await passwordHash })
      const body = { email_address: email, password: PASSWORD }
      return { headers: asOwnPage, body, otherBody: { ...body, password: OTHER } }
    },
  },
  signOut: { make: async (house, tenant) => ({ ...(await signedIn(house, tenant)), body: {}, otherBody: {} }) },
  askForPasskey: { make: async () => ({ headers: asOwnPage }) },
  signInByPasskey: {
    make: async (house, tenant) => {
      const { device } = await withPasskey(house, tenant)
      const answer = async () => {
        const { body } = await house.call('POST', '/v1/staff/sign_in/passkey/options', { headers: asOwnPage })
        return { credential: device.answer(body) }
      }
      return { headers: asOwnPage, body: await answer(), otherBody: await answer() }
    },
  },
  listPasskeys: { make: signedIn },
  beginPasskey: { make: signedIn },
  addPasskey: {
    make: async (house, tenant) => {
      const { headers } = await addStaff(house, tenant)
      const make = async () => {
        const { body } = await house.call('POST', '/v1/staff/passkeys/options', { headers })
        return { name: 'Phone', credential: openAuthenticator().register(body) }
      }
      return { headers, body: await make(), otherBody: await make() }
    },
  },
  renamePasskey: {
    make: async (house, tenant) => ({
      ...ofPasskey(await withPasskey(house, tenant)),
      body: { name: 'Phone' },
      otherBody: { name: 'Laptop' },
    }),
  },
  removePasskey: { make: async (house, tenant) => ofPasskey(await withPasskey(house, tenant)) },
  retrieveSignedIn: { make: signedIn },
  listSessions: { make: signedIn },
  endSession: {
    make: async (house, tenant) => {
      const { headers, email } = await addStaff(house, tenant)
      const [other] = await house.sql<{ session_id: number }[]>`
        insert into staff_sessions (account_id, token_hash, last_seen_at, proved_at, expires_at)
        select account_id, ${hashToken(unique('session'))}, now(), now(), now() + interval '1 day'
        from staff_accounts
        where email_address = ${email}
        returning session_id`
      return { headers, params: { session_id: other?.session_id ?? 0 }, ids: { 'params.session_id': NOTHING } }
    },
  },
  changePassword: {
    make: async (house, tenant) => {
      const { headers } = await addStaff(house, tenant, { passwordHash: await passwordHash })
      const body = { current_password: PASSWORD, new_password: OTHER }
      return { headers, body, otherBody: { ...body, new_password: `${OTHER} more` } }
    },
  },
  proveIdentity: {
    make: async (house, tenant) => ({
      headers: (await addStaff(house, tenant, { passwordHash: await passwordHash })).headers,
      body: { password: PASSWORD },
      otherBody: { code: '000000' },
    }),
  },
  signInByLink: {
    make: async (house, tenant) => {
      const { accountId } = await addStaff(house, tenant)
      const token = await newSignInToken(house.sql, house.clock, accountId)
      return { headers: asOwnPage, body: { token }, otherBody: { token: 'another' } }
    },
  },
  beginTotp: { make: signedIn },
  confirmTotp: {
    make: async (house, tenant) => {
      const person = await addStaff(house, tenant)
      const secret = await addTotp(house, person, { isConfirmed: false })
      const body = { code: totpAt(secret, totpStepAt(house.clock())) }
      return { headers: person.headers, body, otherBody: { code: '000000' } }
    },
  },
  removeTotp: { make: signedIn },
  replaceRecoveryCodes: {
    make: async (house, tenant) => {
      const person = await addStaff(house, tenant)
      await addTotp(house, person)
      return { headers: person.headers }
    },
  },
  requestPasswordReset: {
    make: async (house, tenant) => ({
      headers: asOwnPage,
      body: { email_address: (await addStaff(house, tenant)).email },
      otherBody: { email_address: 'nobody@club.test' },
    }),
  },
  resetPassword: {
    make: async (house, tenant) => {
      const { accountId } = await addStaff(house, tenant)
      const token = unique('reset')
      await house.sql`
        update staff_accounts
        set reset_hash = ${hashToken(token)}, reset_expires_at = ${new Date(house.clock().getTime() + 60_000)}
        where account_id = ${accountId}`
      return { headers: asOwnPage, body: { token, password: PASSWORD }, otherBody: { token, password: OTHER } }
    },
  },
  lookAtInvitation: {
    make: async (house, tenant) => ({
      headers: asOwnPage,
      body: { token: await invited(house, tenant) },
      otherBody: { token: 'another' },
    }),
  },
  acceptInvitation: {
    make: async (house, tenant) => {
      const body = { token: await invited(house, tenant), name: 'Ida Invited', password: PASSWORD }
      return { headers: asOwnPage, body, otherBody: { ...body, name: 'Ina Invited' } }
    },
  },
  listTeam: {
    rows: [StaffMemberRow],
    make: async (house, tenant) => {
      await addStaff(house, tenant)
      return {}
    },
  },
  inviteTeamMember: {
    rows: [StaffMemberRow],
    besides,
    make: async () => {
      const body = { email_address: `${unique('new')}@club.test`, role: 'box_office' }
      return { body, otherBody: { ...body, role: 'reader' } }
    },
  },
  changeTeamMember: {
    rows: [StaffMemberRow],
    besides,
    make: async (house, tenant) => ({
      ...(await ofMember(house, tenant)),
      body: { role: 'finance' },
      otherBody: { role: 'reader' },
    }),
  },
  removeTeamMember: { rows: [StaffMemberRow], besides, make: ofMember },
}

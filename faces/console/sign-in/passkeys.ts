import type { NewPasskey, PasskeyAnswer, SignedIn } from '@grandstand/sdk'
import { api, codeOf } from '../parts/api.ts'
import { words } from '../words/account.ts'

/** Passkeys as the browser has them. One that does not know them as JSON is shown none. */
export const knowsPasskeys =
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Has the device make a new one for the person who is signed in. */
export async function makePasskey(): Promise<NewPasskey> {
  const options = (await api.staff.beginPasskey()) as unknown as PublicKeyCredentialCreationOptionsJSON
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await askDevice(() => navigator.credentials.create({ publicKey }))
  const { id, rawId, response } = credential.toJSON() as RegistrationResponseJSON
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** Has the device say whose it is. */
async function answerOfPasskey(): Promise<PasskeyAnswer> {
  const options = (await api.staff.askForPasskey()) as unknown as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const given = await askDevice(() => navigator.credentials.get({ publicKey }))
  const { id, rawId, response } = given.toJSON() as AuthenticationResponseJSON
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const said = { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) }
  return { id, rawId, type: 'public-key', response: said }
}

export const signInByPasskey = async (): Promise<SignedIn> => {
  const credential = await answerOfPasskey()
  return api.staff.signInByPasskey({ credential }).catch(explain)
}

export const proveByPasskey = async (): Promise<SignedIn> => {
  const passkey = await answerOfPasskey()
  return api.staff.proveIdentity({ passkey }).catch(explain)
}

function explain(error: unknown): never {
  if (codeOf(error) === 'sign_in_failed') throw new Error(words.passkeyRemoved)
  throw error
}

async function askDevice(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await ask().catch((error: unknown) => {
    const refusal = error instanceof DOMException ? words.passkeyRefusals[error.name] : undefined
    throw refusal === undefined ? error : new Error(refusal)
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error(words.deviceGaveNothing)
  return credential
}

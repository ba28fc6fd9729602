import type { KeyKind } from '../scopes.ts'
import { addressBucket } from './addresses.ts'
import { type Leaseholder, openLine } from './leases.ts'
import type { Limits, LimitWindows } from './verdict.ts'
import { type LimitWindow, openWindow, type WindowCode } from './window.ts'

export type LimitSubject = Limits & {
  orgId: number
  /** A key's own, or the name of the person or address with a budget of its own. */
  keyId: KeyId
  kind: KeyKind | 'staff'
  /** Of a publishable key's caller: its windows count per address. */
  address?: string
}

/** The window that all keys of a kind share, so that none of a kind can use up what another kind needs. */
const SHARED_DAY: Record<KeyKind | 'staff', string | undefined> = {
  sk: 'organisation:day',
  pk: 'publishable:day',
  gk: undefined,
  staff: undefined,
}

/** A key, one address that uses a publishable key, or a person. */
type KeyId = number | string

/** Everything this process knows of one organisation's windows. */
export type LimitedOrganisation = Leaseholder & { readonly keys: Map<KeyId, LimitedKey> }

export type LimitedKey = LimitWindows & { readonly id: KeyId; readonly organisation: LimitedOrganisation }

export type LimitedKeys = {
  find(subject: LimitSubject): LimitedKey
  findWindow(orgId: number, name: string): [LimitedOrganisation, LimitWindow] | undefined
  /** Called when a key leases. Every key leases at least once a minute in use, so this order is that of last use. */
  touch(key: LimitedKey): void
  organisations(): Iterable<LimitedOrganisation>
}

/** Keeps at most `keysMax` keys; `onEvict` gives back what the one used longest ago still holds. */
export function createLimitedKeys(
  keysMax: number,
  onEvict: (organisation: LimitedOrganisation, windows: LimitWindow[]) => Promise<unknown>,
): LimitedKeys {
  const organisations = new Map<number, LimitedOrganisation>()
  const byLastLease = new Set<LimitedKey>()

  const evict = (key: LimitedKey): void => {
    const { organisation, minute, day } = key
    byLastLease.delete(key)
    organisation.keys.delete(key.id)
    const unused = organisation.keys.size === 0 ? [...organisation.windows.values()] : [minute, day]
    // Never rejects: a store that fails is told of, and its requests pass.
    void onEvict(organisation, unused).then(() => {
      if (organisation.keys.size === 0) organisations.delete(organisation.orgId)
      // The key may have come back meanwhile, and then it uses these same windows again.
      if (organisation.keys.has(key.id)) return
      organisation.windows.delete(minute.name)
      organisation.windows.delete(day.name)
    })
  }

  const touch = (key: LimitedKey): void => {
    byLastLease.delete(key)
    byLastLease.add(key)
    if (byLastLease.size <= keysMax) return
    const oldest = byLastLease.values().find(({ minute, day }) => minute.waiting + day.waiting === 0)
    if (oldest) evict(oldest)
  }

  const openOrganisation = (orgId: number): LimitedOrganisation => {
    const organisation = { orgId, keys: new Map(), windows: new Map(), line: openLine() }
    organisations.set(orgId, organisation)
    return organisation
  }

  return {
    find({ orgId, keyId, kind, address }) {
      const organisation = organisations.get(orgId) ?? openOrganisation(orgId)
      const id = address === undefined ? keyId : `${keyId}@${addressBucket(address)}`
      const existing = organisation.keys.get(id)
      if (existing) return existing
      const key = openKey(organisation, id, kind)
      touch(key)
      return key
    },
    findWindow(orgId, name) {
      const organisation = organisations.get(orgId)
      const window = organisation?.windows.get(name)
      return organisation && window ? [organisation, window] : undefined
    },
    touch,
    organisations: () => organisations.values(),
  }
}

function openKey(organisation: LimitedOrganisation, id: KeyId, kind: LimitSubject['kind']): LimitedKey {
  const shared = SHARED_DAY[kind]
  const key: LimitedKey = {
    id,
    organisation,
    minute: windowOf(organisation, `key:${id}:minute`, 'rate_limit_minute'),
    day: windowOf(organisation, `key:${id}:day`, 'rate_limit_day'),
    organisationDay: shared === undefined ? undefined : windowOf(organisation, shared, 'rate_limit_organisation_day'),
  }
  organisation.keys.set(id, key)
  return key
}

function windowOf({ windows }: LimitedOrganisation, name: string, code: WindowCode): LimitWindow {
  const window = windows.get(name) ?? openWindow(name, code)
  windows.set(name, window)
  return window
}

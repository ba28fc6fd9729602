import type { OrgId, Principal } from '../principal.ts'
import { addressBucket } from '../rate-limits/addresses.ts'

/** Who may see the answer: the organisation's own software, or any visitor, since a publishable key is printed in web pages. */
export type Audience = 'organisation' | 'public'

/**
 * Why a publishable key may call a route. `public`: it shows what everybody may see, so that its queries take a View, and the bare
 * organisation is not to be had. `bearer`: it shows what the caller names by a secret of its own, a basket's id or a sign-on token.
 */
export type Publishable = 'public' | 'bearer'

declare const proved: unique symbol

/** An organisation together with who looks at it: a query that takes one cannot forget to ask. Only this folder makes it. */
export type View = {
  readonly orgId: OrgId
  readonly audience: Audience
  /** Of the public, one caller as far as can be told. */
  readonly address: string
  /** The event that this caller has proven to be shown while it is a draft. */
  readonly previewedEventId: number | undefined
  readonly [proved]: true
}

const audienceOf = ({ kind }: Principal): Audience => (kind === 'pk' ? 'public' : 'organisation')

export const viewOf = (principal: Principal, address: string): View =>
  ({
    orgId: principal.orgId,
    audience: audienceOf(principal),
    address: addressBucket(address),
    previewedEventId: undefined,
  }) as View

/** The same caller, who has proven to be shown this event before it is published. */
export const withPreview = (view: View, eventId: number): View => ({ ...view, previewedEventId: eventId })

/** For routes that show the same to everybody who may call them. */
export function organisationOfCaller(principal: Principal, publishable: Publishable | undefined): OrgId {
  if (publishable === 'public' && audienceOf(principal) === 'public') {
    throw new Error('this route shows what is public: its queries take request.view, not request.orgId')
  }
  return principal.orgId
}

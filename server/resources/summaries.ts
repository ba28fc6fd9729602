const words = (name: string) => name.replaceAll('_', ' ').replace(/^sso /, 'SSO ')

/** As a summary calls one: a venue, an event, an SSO provider. */
export const singularOf = ({ singular }: { singular: string }) =>
  `${/^([aeiou]|sso_)/.test(singular) ? 'an' : 'a'} ${words(singular)}`

/** As a summary calls many: venues, SSO providers. */
export const pluralOf = ({ object }: { object: string }) => words(object)

/** The verb of a path as operation ids write it: mark_paid is markPaid. */
export const camelCase = (verb: string) => verb.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * An e-mail address as it is compared: capitals of ASCII and nothing else become small, as `lower(… collate "C")` makes them
 * in the database. Any wider folding takes two addresses for one (the Kelvin sign for a k, İ for an i), and so one person
 * for another.
 */
export const foldEmail = (address: string): string =>
  address.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())

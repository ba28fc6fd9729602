/** The words for an evacuation, in each language. */
const en = {
  evacuation: 'Evacuation',
  title: 'People inside',
  range: (atLeast: string, atMost: string) => `${atLeast}, up to ${atMost}`,
  asOf: (time: string) => `at ${time}, by the venue’s clock`,
  old: (minutes: number) =>
    minutes === 0 ? 'No connection. These figures are less than a minute old.' : `No connection. ${age(minutes)}`,
  unsettled: (count: number) => `${count} more if every second admission that is not settled was another person.`,
  unsent: (count: number) => `Up to ${count} more whom scanners may have let in and not sent yet.`,
  unsentExits: (count: number) => `Up to ${count} fewer if they were exits.`,
  withoutScan: 'People who leave without a scan count as inside.',
  stands: 'By stand and block',
  gates: 'By gate of the last admission',
  scanners: 'Scanners that may hold admissions',
  mayHold: (count: number) => `up to ${count}`,
  heard: (time: string) => `heard at ${time}`,
  noPlace: 'Place not known',
  allHeard: 'Every scanner has sent everything.',
  print: 'Print',
  back: 'Back',
  lastKnown: 'Last known',
}

const age = (minutes: number) => `These figures are ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} old.`

export type PeopleWords = typeof en

const de: PeopleWords = {
  evacuation: 'Räumung',
  title: 'Menschen im Gelände',
  range: (atLeast, atMost) => `${atLeast}, bis zu ${atMost}`,
  asOf: (time) => `um ${time}, nach der Uhr am Ort`,
  old: (minutes) =>
    minutes === 0
      ? 'Keine Verbindung. Diese Zahlen sind weniger als eine Minute alt.'
      : `Keine Verbindung. Diese Zahlen sind ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} alt.`,
  unsettled: (count) => `${count} mehr, falls jeder ungeklärte zweite Einlass eine andere Person war.`,
  unsent: (count) => `Bis zu ${count} mehr, die Scanner eingelassen und noch nicht gemeldet haben können.`,
  unsentExits: (count) => `Bis zu ${count} weniger, falls es Ausgänge waren.`,
  withoutScan: 'Wer ohne Scan geht, zählt weiter als anwesend.',
  stands: 'Nach Tribüne und Block',
  gates: 'Nach dem Eingang des letzten Einlasses',
  scanners: 'Scanner, die noch Einlässe haben können',
  mayHold: (count) => `bis zu ${count}`,
  heard: (time) => `gemeldet um ${time}`,
  noPlace: 'Platz nicht bekannt',
  allHeard: 'Alle Scanner haben alles gemeldet.',
  print: 'Drucken',
  back: 'Zurück',
  lastKnown: 'Zuletzt bekannt',
}

export const peopleWords = (language: string): PeopleWords => (language.startsWith('de') ? de : en)

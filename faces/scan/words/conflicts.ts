/** The words for stewards who work through conflicts, in each language. */
const en = {
  twice: 'Let in twice',
  though: (reason: string) => `Let in though: ${reason}`,
  nameless: 'No name to show',
  order: (id: number) => `Order ${id}`,
  first: 'First',
  second: 'Then',
  rules: 'What the rules say',
  letIn: 'Let in all the same',
  heldBy: (device: string, steward: string) => `${device}, ${steward}`,
  offline: 'without a network',
  bySearch: 'found by name or number',
  wentOut: 'One person, who went out in between',
  passedOn: 'It was passed on',
  wrongPerson: (place: string, isSeat: boolean) =>
    `Wrong person inside: look ${place === '' ? 'for them' : isSeat ? `for seat ${place}` : `in ${place}`}`,
  other: 'Something else',
  what: 'What came of it',
  note: 'Anything to add? (optional)',
  settle: 'Settle',
  back: 'Back',
  showSettled: 'Show what was settled',
  settled: 'Settled',
  settledBy: (name: string, time: string) => `${name}, ${time}`,
  noneSettled: 'Nothing was settled yet.',
}

type ConflictWords = typeof en

const de: ConflictWords = {
  twice: 'Zweimal eingelassen',
  though: (reason) => `Eingelassen trotz: ${reason}`,
  nameless: 'Kein Name zu zeigen',
  order: (id) => `Bestellung ${id}`,
  first: 'Zuerst',
  second: 'Danach',
  rules: 'Was die Regeln sagen',
  letIn: 'Trotzdem eingelassen',
  heldBy: (device, steward) => `${device}, ${steward}`,
  offline: 'ohne Netz',
  bySearch: 'über Namen oder Nummer gefunden',
  wentOut: 'Eine Person, war zwischendurch draußen',
  passedOn: 'Wurde weitergegeben',
  wrongPerson: (place, isSeat) =>
    `Falsche Person drinnen: ${place === '' ? 'suchen' : isSeat ? `Platz ${place} suchen` : `in ${place} suchen`}`,
  other: 'Etwas anderes',
  what: 'Was daraus wurde',
  note: 'Noch etwas dazu? (optional)',
  settle: 'Geklärt',
  back: 'Zurück',
  showSettled: 'Geklärtes zeigen',
  settled: 'Geklärt',
  settledBy: (name, time) => `${name}, ${time}`,
  noneSettled: 'Noch nichts geklärt.',
}

export const conflictWords = (language: string): ConflictWords => (language.startsWith('de') ? de : en)

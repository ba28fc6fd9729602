/** The words for the technician who sets up a turnstile, in each language. */
const en = {
  none: 'Nothing',
  serial: 'A relay at this computer (USB)',
  webhook: 'A box in this network',
  choose: 'Choose the relay',
  chosen: 'Chosen.',
  on: 'Bytes to open',
  off: 'Bytes to close',
  hex: 'Bytes in hexadecimal, such as A0 01 01 A2.',
  openMs: 'Open for so many milliseconds',
  url: 'Its address',
  urlHint: 'for example http://192.168.0.20/open',
  urlWrong: 'Only this computer (localhost) and private addresses can be reached.',
  test: 'Open once, to see',
  opened: 'Opened.',
  keep: 'Keep',
  kept: 'Kept.',
}

type RelayWords = typeof en

const de: RelayWords = {
  none: 'Nichts',
  serial: 'Ein Relais an diesem Rechner (USB)',
  webhook: 'Ein Gerät in diesem Netz',
  choose: 'Relais wählen',
  chosen: 'Gewählt.',
  on: 'Bytes zum Öffnen',
  off: 'Bytes zum Schließen',
  hex: 'Bytes hexadezimal, etwa A0 01 01 A2.',
  openMs: 'So viele Millisekunden offen',
  url: 'Seine Adresse',
  urlHint: 'zum Beispiel http://192.168.0.20/open',
  urlWrong: 'Erreichbar sind nur dieser Rechner (localhost) und private Adressen.',
  test: 'Einmal öffnen, zur Probe',
  opened: 'Geöffnet.',
  keep: 'Merken',
  kept: 'Gemerkt.',
}

export const relayWords = (language: string): RelayWords => (language.startsWith('de') ? de : en)

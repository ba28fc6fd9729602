import { counted } from '../../language/language.ts'
import type { Words } from '../en/setup.ts'

export const setup: Words = {
  welcome: (left) => `Willkommen. Noch ${counted(left, 'Schritt', 'Schritte')} bis zum ersten Spiel.`,
  stepsLeft: (left) => `Noch ${counted(left, 'Schritt', 'Schritte')}`,
  progress: (done, all) => `${done} von ${all} erledigt. Sie können jederzeit aufhören; diese Liste wartet auf Sie.`,
  list: 'Was noch zu tun ist',
  done: 'Erledigt',
  open: 'Noch nicht erledigt',
  missing: (parts) => `Es fehlt: ${parts}`,
  someoneElse: 'Das macht ein Inhaber',
  importMembers: 'Mitglieder importieren',
  lookAround: 'Haben Sie eine Liste Ihrer Mitglieder?',
  steps: {
    club: { title: 'Ihr Verein', about: 'Logo, Farben, Kontakt', verb: 'Einrichten' },
    ground: { title: 'Ihr Stadion', about: 'Wo Sie spielen, und die Eingänge', verb: 'Stadion einrichten' },
    seats: {
      title: 'Ihre Sitzplätze',
      about: 'Ein übliches Stadion oder eine Liste; nicht nötig, wo Plätze nicht nummeriert sind',
      verb: 'Sitzplätze hinzufügen',
    },
    event: {
      title: 'Ihr erstes Spiel',
      about: 'Termin, Preise, wer wann kaufen darf; dann veröffentlichen',
      verb: 'Spiel anlegen',
    },
    shop: { title: 'Ihr Shop', about: 'Seine Adresse; AGB und Datenschutz', verb: 'AGB schreiben' },
    payments: { title: 'Geld erhalten', about: 'Ihr Konto beim Zahlungsanbieter verbinden', verb: 'Verbinden' },
    team: { title: 'Ihr Team', about: 'Laden Sie Kollegen ein, jeden mit einer Rolle', verb: 'Team einladen' },
    scanners: {
      title: 'Eingänge und Telefone',
      about: 'Machen Sie aus jedem Telefon einen Scanner',
      verb: 'Scanner hinzufügen',
    },
    sale: {
      title: 'Einen Verkauf ausprobieren',
      about: 'Kaufen Sie eine Karte im eigenen Shop; niemand wird belastet',
      verb: 'Shop öffnen',
    },
  },
  goOnWithDraft: 'Mit dem Entwurf weitermachen',
  parts: {
    logo: 'Logo',
    colours: 'Farben',
    contact: 'Adresse, an die Fans schreiben',
    venue: 'Spielstätte',
    gates: 'Eingänge',
    seats: 'Sitzplätze',
    event: 'Spiel',
    published: 'Veröffentlichung',
    terms: 'AGB',
    privacy: 'Datenschutz',
    account: 'Zahlungskonto',
    colleague: 'ein Kollege',
    scanner: 'ein Scanner',
    ticket: 'eine Karte',
  },
}

import type { Language } from '../../kit/languages.ts'

type Terms = (title: string, price: string, chargedDays: number, noticeDays: number) => string

/** Of a membership that goes on by itself: what is charged, when, and how it is stopped. */
export const renewTerms: Record<Language, Terms> = {
  en: (title, price, charged, notice) =>
    `${title} follows, at ${price} today. We keep what you pay with and charge it ${charged} days before the end. ${notice} days before the end we write to you with the exact price; a link in that mail stops it, without an account.`,
  de: (title, price, charged, notice) =>
    `Es folgt ${title}, heute für ${price}. Wir behalten Ihr Zahlungsmittel und buchen ${charged} Tage vor dem Ende ab. ${notice} Tage vor dem Ende nennen wir Ihnen per E-Mail den genauen Preis; ein Link darin stoppt die Verlängerung, ohne Konto.`,
  es: (title, price, charged, notice) =>
    `Le sigue ${title}, hoy por ${price}. Guardamos tu medio de pago y cobramos ${charged} días antes del fin. ${notice} días antes del fin te escribimos con el precio exacto; un enlace en ese correo lo detiene, sin cuenta.`,
  fr: (title, price, charged, notice) =>
    `${title} suit, à ${price} aujourd’hui. Nous gardons votre moyen de paiement et le débitons ${charged} jours avant la fin. ${notice} jours avant la fin, nous vous écrivons le prix exact ; un lien dans ce message l’arrête, sans compte.`,
  nl: (title, price, charged, notice) =>
    `Daarna volgt ${title}, vandaag voor ${price}. We bewaren je betaalmiddel en schrijven ${charged} dagen voor het einde af. ${notice} dagen voor het einde mailen we je de precieze prijs; een link in die mail stopt het, zonder account.`,
  da: (title, price, charged, notice) =>
    `${title} følger, i dag for ${price}. Vi gemmer dit betalingsmiddel og trækker ${charged} dage før udløb. ${notice} dage før udløb skriver vi den præcise pris til dig; et link i den mail stopper det, uden konto.`,
}

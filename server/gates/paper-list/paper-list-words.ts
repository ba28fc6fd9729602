import { type Language, spokenOf } from '../../../faces/kit/languages.ts'

type PaperListWords = Record<
  'title' | 'asOf' | 'people' | 'inside' | 'noName' | 'member' | 'anyStand' | 'page' | 'emptyList',
  string
>

const words: Record<Language, PaperListWords> = {
  en: {
    title: 'Paper list',
    asOf: 'As of',
    people: 'People',
    inside: 'Inside',
    noName: 'No name',
    member: 'Member',
    anyStand: 'Without a stand',
    page: 'Page',
    emptyList: 'No one may enter here.',
  },
  de: {
    title: 'Papierliste',
    asOf: 'Stand',
    people: 'Personen',
    inside: 'Im Haus',
    noName: 'Ohne Namen',
    member: 'Mitglied',
    anyStand: 'Ohne Bereich',
    page: 'Seite',
    emptyList: 'Hier darf niemand eintreten.',
  },
  es: {
    title: 'Lista en papel',
    asOf: 'A las',
    people: 'Personas',
    inside: 'Dentro',
    noName: 'Sin nombre',
    member: 'Socio',
    anyStand: 'Sin grada',
    page: 'Página',
    emptyList: 'Nadie puede entrar aquí.',
  },
  fr: {
    title: 'Liste papier',
    asOf: 'À',
    people: 'Personnes',
    inside: 'À l’intérieur',
    noName: 'Sans nom',
    member: 'Membre',
    anyStand: 'Sans tribune',
    page: 'Page',
    emptyList: 'Personne ne peut entrer ici.',
  },
  nl: {
    title: 'Papieren lijst',
    asOf: 'Stand van',
    people: 'Personen',
    inside: 'Binnen',
    noName: 'Zonder naam',
    member: 'Lid',
    anyStand: 'Zonder tribune',
    page: 'Pagina',
    emptyList: 'Hier mag niemand naar binnen.',
  },
  da: {
    title: 'Papirliste',
    asOf: 'Pr.',
    people: 'Personer',
    inside: 'Inde',
    noName: 'Uden navn',
    member: 'Medlem',
    anyStand: 'Uden tribune',
    page: 'Side',
    emptyList: 'Ingen må gå ind her.',
  },
}

export const paperListWords = (language: string): PaperListWords => words[spokenOf(language) ?? 'en']

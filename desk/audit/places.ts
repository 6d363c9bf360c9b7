import { type DeskResource, texts } from '../texts/texts.ts'

/** The page of the desk that an act belongs to, by its name. */
export const placeOf = (resource: string): string =>
  texts.resources[resource as DeskResource] ?? texts.acts.places[resource] ?? resource

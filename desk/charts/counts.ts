import { texts } from '../texts/texts.ts'

export const COUNTS = ['visits', 'members', 'groups', 'entries'] as const
export type Count = (typeof COUNTS)[number]
export type Day = { readonly id: string } & Readonly<Record<Count, number>>

export const nameOfCount = (count: Count): string => texts.counters[count]

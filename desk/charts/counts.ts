import { t } from '../i18n.ts'
export const COUNTS = ['visits', 'members', 'groups', 'entries'] as const
export type Count = (typeof COUNTS)[number]
export type Day = { readonly id: string } & Readonly<Record<Count, number>>

export const nameOfCount = (count: Count): string => t(`counters.${count}`)

import type { RouteTable } from '../routes.ts'

/** Additions: announced by `formatting` in `features` of the profile (behaviour 12.12). */
export const formattingRoutes = {
  previewTexts: { method: 'POST', path: '/texts/preview/', access: 'member' },
} as const satisfies RouteTable

import type { CSSObject } from '@mui/material/styles'
import { isDeskRightToLeft } from '../i18n.ts'

/** Points from what was to what is. */
export const arrow = isDeskRightToLeft() ? '←' : '→'

/** What people and programs have written begins where its own first letter says; drawings that point along a line turn. */
export const direction: CSSObject = {
  'input, textarea, select, code, pre, [lang], .desk-text, .desk-name, [class*="email"], [href^="mailto:"]':
    { unicodeBidi: 'plaintext' },
  '[dir="rtl"] .desk-mirrored': { scale: '-1 1' },
}

import { screen } from '@testing-library/react'
import type { TransferReport } from '#contract/transfer.ts'
import { transfer } from '#desk/transfer/TransferPage.tsx'
import type { Responses, Sent } from './fakeDesk.ts'
import { renderInDesk } from './renderInDesk.tsx'

/** A report without a problem. */
export const clean: TransferReport = {
  added: 2,
  changed: 1,
  unchanged: 5,
  problems: [],
  losses: [],
  more_losses: 0,
  recognised: null,
  fates: { new: 2, changed: 1, same: 0 },
  previews: [
    { title: 'Salt', fate: 'new', changes: [], text: 'White.', tree: null },
    {
      title: 'Harbour',
      fate: 'changed',
      changes: [
        { field: 'title', name: '', before: 'The harbour', after: 'Harbour' },
        { field: 'section', name: 'Trade', before: null, after: 'Salt.' },
        { field: 'picture', name: '', before: null, after: null },
      ],
      text: 'New words.',
      tree: null,
    },
  ],
}
/** @param reports of the checks, in their order; the last one stays */
export function openTransfer(reports: readonly TransferReport[], responses: Responses = {}) {
  const checks: unknown[] = []
  const uploads: File[] = []
  const check = ({ body }: Sent) => {
    checks.push(body)
    return reports[Math.min(checks.length, reports.length) - 1]
  }
  const List = transfer.list
  const view = renderInDesk(<List />, {
    resource: 'transfer',
    upload: async (_purpose, file, onShare) => {
      uploads.push(file)
      onShare(1)
      return { id: upload, name: file.name, media_type: 'x', size: 1, url: null }
    },
    responses: {
      'POST /transfer/rules/check': check,
      'POST /transfer/glossary/check': check,
      'POST /transfer/contents/check': check,
      'POST /transfer/rules': clean,
      'GET /imports': [],
      'GET /rule-categories': [{ id: 1, name: 'Combat', position: 0 }],
      'GET /glossary-types': [],
      ...responses,
    },
  })
  const choose = (name = 'rules.json') =>
    view.user.upload(screen.getByLabelText(/^File/), new File(['{}'], name))
  return { ...view, checks, uploads, choose }
}
export const importButton = () => screen.queryByRole('button', { name: 'Import now' })
/** The id of what was sent. */
export const upload = 'a'.repeat(32)

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { ImportMapping, PreviewOf, TransferReport } from '#contract/schemas/transfer.ts'
import type { TransferArea } from '#contract/sets.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

type Check = {
  readonly file: File
  /** Id of the upload, once the file was sent. */
  readonly upload?: string
  readonly mapping: ImportMapping
  readonly preview: PreviewOf
}

/** A file that was sent, and what importing it would do. */
export type Checked = { readonly upload: string; readonly report: TransferReport }

/** Sends a file and checks it without any change; then imports it. */
export function useTransfer(area: TransferArea) {
  const desk = useDataProvider<DeskDataProvider>()
  /** Share of the file that has been sent, from 0 to 1. */
  const [share, setShare] = useState(0)
  const check = useMutation({
    mutationFn: async ({ file, upload, mapping, preview }: Check): Promise<Checked> => {
      setShare(upload === undefined ? 0 : 1)
      const id = upload ?? (await desk.upload('import', file, setShare)).id
      const args = { area, upload: id, mapping, preview }
      return { upload: id, report: await desk.call(deskRoutes.transfer.check, args) }
    },
    // `always`: without a connection the transfer fails at once instead of waiting for one.
    networkMode: 'always',
  })
  const run = useMutation({
    mutationFn: ({ upload, mapping }: { upload: string; mapping: ImportMapping }) =>
      desk.call(deskRoutes.transfer.import, { area, upload, mapping }),
    networkMode: 'always',
  })
  return { check, run, share }
}

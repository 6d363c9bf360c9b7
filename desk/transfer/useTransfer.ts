import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import type { TransferArea } from '#contract/sets.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

type Transfer = { readonly action: 'check' | 'import'; readonly file: File }

/** Checks a file without any change, or imports it. */
export function useTransfer(area: TransferArea) {
  const desk = useDataProvider<DeskDataProvider>()
  /** Share of the file that has been sent, from 0 to 1. */
  const [share, setShare] = useState(0)
  const transfer = useMutation({
    mutationFn: ({ action, file }: Transfer) => {
      setShare(0)
      return desk.transfer(action, area, file, setShare)
    },
    // `always`: without a connection the transfer fails at once instead of waiting for one.
    networkMode: 'always',
  })
  return { ...transfer, share }
}

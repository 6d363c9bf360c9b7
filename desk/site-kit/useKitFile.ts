import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { messageOf } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

type Make<Result> = (desk: DeskDataProvider, upload: string) => Promise<Result>

/**
 * Sends a file, and then has the server make of it what the kit needs.
 * @param make takes the id of the upload
 */
export function useKitFile<Result>(make: Make<Result>, onDone: (result: Result) => void) {
  const desk = useDataProvider<DeskDataProvider>()
  const [share, setShare] = useState(0)
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: async (file: File) => {
      setShare(0)
      const { id } = await desk.upload('file', file, setShare)
      return make(desk, id)
    },
    onSuccess: onDone,
    networkMode: 'always',
  })
  return {
    send: (file: File) => mutate(file),
    name: variables?.name ?? '',
    share,
    isPending,
    problem: error ? messageOf(error) : '',
  }
}

/** Public files of the site, which the desk serves too. */
export const fileUrl = (key: string): string => `/api/files/${key}`

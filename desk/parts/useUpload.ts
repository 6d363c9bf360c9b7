import { useEffect, useRef, useState } from 'react'
import { useDataProvider } from 'react-admin'
import type { Upload } from '#contract/schemas/deskUploads.ts'
import type { UploadPurpose } from '#contract/sets.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { messageOf } from './useAct.ts'

type Standing = {
  /** From 0 to 1 while a file is being uploaded, else null. */
  share: number | null
  name: string
  uploaded: Upload | null
  problem: string
}
const NOTHING: Standing = { share: null, name: '', uploaded: null, problem: '' }

/** Uploads one file at a time; a later choice replaces one that is still being uploaded. */
export function useUpload(purpose: UploadPurpose) {
  const desk = useDataProvider<DeskDataProvider>()
  const [standing, setStanding] = useState(NOTHING)
  const latest = useRef<object>(NOTHING)
  useEffect(() => {
    return () => {
      latest.current = NOTHING
    }
  }, [])

  /** Answers the upload's id, nothing ('') after a refusal, undefined when another file was chosen since. */
  const send = async (file: File): Promise<string | undefined> => {
    const turn = {}
    latest.current = turn
    const tell = (news: Partial<Standing>) => {
      if (latest.current === turn) setStanding({ ...NOTHING, name: file.name, ...news })
    }
    tell({ share: 0 })
    try {
      const uploaded = await desk.upload(purpose, file, (share) => tell({ share }))
      tell({ uploaded })
      return latest.current === turn ? uploaded.id : undefined
    } catch (error) {
      tell({ problem: messageOf(error) })
      return latest.current === turn ? '' : undefined
    }
  }
  const forget = () => {
    latest.current = NOTHING
    setStanding(NOTHING)
  }
  return { ...standing, send, forget }
}

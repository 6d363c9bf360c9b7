import { useEffect, useState } from 'react'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { imageProblem } from './entryRules.ts'

export type PickedImage = {
  file: File | null
  /** Address of the preview, of this page only. */
  address: string | null
  problem: MessageKey | null
}

const NOTHING: PickedImage = { file: null, address: null, problem: null }

/**
 * The image of the entry that is being written. It lives as long as the page: a store has no place for bytes.
 * @param draftNumber an image that was picked for another draft is none
 */
export function usePickedImage(draftNumber: number) {
  const [picked, setPicked] = useState({ ...NOTHING, draftNumber })
  const image: PickedImage = picked.draftNumber === draftNumber ? picked : NOTHING
  const setImage = (next: PickedImage) => setPicked({ ...next, draftNumber })
  const { address } = image
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])

  const pick = (file: File) => {
    const problem = imageProblem(file)
    setImage(
      problem ? { ...image, problem } : { file, address: URL.createObjectURL(file), problem: null },
    )
  }
  return {
    image,
    pick,
    clear: () => setImage(NOTHING),
    /** Forgets a complaint about a file that was not taken. */
    excuse: () => setImage({ ...image, problem: null }),
    /** Called when the browser cannot draw it: its name promised what the content does not keep. */
    reject: () => setImage({ ...NOTHING, problem: 'glossary.image_type' }),
  }
}

import { useEffect, useState } from 'react'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { imageProblem } from './entryRules.ts'

export type PickedImage = {
  file: File | null
  /** An object URL. */
  previewUrl: string | null
  problem: MessageKey | null
}

const NOTHING: PickedImage = { file: null, previewUrl: null, problem: null }

/**
 * The image of the draft, for as long as the page is open: files are not serialisable.
 * @param draftNumber an image that was picked for another draft does not count
 */
export function usePickedImage(draftNumber: number) {
  const [picked, setPicked] = useState({ ...NOTHING, draftNumber })
  const image: PickedImage = picked.draftNumber === draftNumber ? picked : NOTHING
  const setImage = (next: PickedImage) => setPicked({ ...next, draftNumber })
  const { previewUrl } = image
  useEffect(() => () => void (previewUrl && URL.revokeObjectURL(previewUrl)), [previewUrl])

  const pick = (file: File) => {
    const problem = imageProblem(file)
    setImage(
      problem
        ? { ...image, problem }
        : { file, previewUrl: URL.createObjectURL(file), problem: null },
    )
  }
  return {
    image,
    pick,
    clear: () => setImage(NOTHING),
    clearProblem: () => setImage({ ...image, problem: null }),
    /** The browser cannot decode it, whatever its name says. */
    refuse: () => setImage({ ...NOTHING, problem: 'glossary.image_type' }),
  }
}

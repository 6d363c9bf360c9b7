import { useRef, useState } from 'react'

/** `run` does nothing while a call is running, such as at the second click of a double click. */
export function useSingleCall<Args extends readonly unknown[]>(
  call: (...args: Args) => Promise<void>,
) {
  const [isBusy, setIsBusy] = useState(false)
  // A ref, because a state is not updated yet when a second click comes before the next render.
  const isRunning = useRef(false)

  const run = async (...args: Args): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    try {
      await call(...args)
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { run, isBusy }
}

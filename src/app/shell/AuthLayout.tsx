import { Frame } from './Frame.tsx'

/** The frame of the pages below /auth: the same landmarks, at night. */
export function AuthLayout() {
  return <Frame className="bg-dusk bg-[url(/images/hero-auth-1440.avif)] bg-cover bg-center" />
}

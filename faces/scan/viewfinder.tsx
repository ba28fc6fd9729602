import { useEffect, useRef, useState } from 'preact/hooks'
import { type CameraState, startCamera } from './camera.ts'
import { decodeWorkerUrl } from './program.ts'
import { useWords } from './spoken.ts'
import styles from './viewfinder.module.css'

type ViewfinderProps = {
  facing: 'environment' | 'user'
  onText(text: string): void
  onFlip?(): void
}

/** What the camera sees, and what one can do with it. */
export function Viewfinder({ facing, onText, onFlip }: ViewfinderProps) {
  const words = useWords()
  const video = useRef<HTMLVideoElement>(null)
  const camera = useRef<ReturnType<typeof startCamera> | undefined>(undefined)
  const read = useRef(onText)
  read.current = onText
  const [state, setState] = useState<CameraState | undefined>()
  const [torch, setTorch] = useState(false)
  const [zoom, setZoom] = useState(1)

  useEffect(() => {
    if (!video.current) return
    camera.current = startCamera({
      video: video.current,
      workerUrl: decodeWorkerUrl,
      facing,
      onText: (text) => read.current(text),
      onState: setState,
    })
    return () => camera.current?.stop()
  }, [facing])

  const problem = state?.problem ?? 'none'
  return (
    <section class={styles.viewfinder} aria-label={words.camera} data-running={state?.isRunning ?? false}>
      <video ref={video} muted playsInline class={facing === 'user' ? styles.mirrored : undefined} />
      {problem === 'none' ? (
        <div class={styles.frame} aria-hidden="true">
          <span>{words.aim}</span>
        </div>
      ) : (
        <p class={styles.problem}>{problem === 'denied' ? words.cameraDenied : words.cameraMissing}</p>
      )}
      <div class={styles.lens}>
        {state?.hasTorch && (
          <button
            type="button"
            aria-pressed={torch}
            onClick={() => {
              setTorch(!torch)
              camera.current?.setTorch(!torch)
            }}
          >
            {words.torch}
          </button>
        )}
        {(state?.zoomMax ?? 1) > 1 && (
          <label>
            <span class="visually-hidden">{words.zoom}</span>
            <input
              type="range"
              min={1}
              max={Math.min(5, state?.zoomMax ?? 1)}
              step={0.1}
              value={zoom}
              onInput={({ currentTarget }) => {
                setZoom(Number(currentTarget.value))
                camera.current?.setZoom(Number(currentTarget.value))
              }}
            />
          </label>
        )}
        {onFlip && (
          <button type="button" onClick={onFlip}>
            {words.flip}
          </button>
        )}
      </div>
    </section>
  )
}

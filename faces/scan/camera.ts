/** The picture that is looked at: the middle of what the camera sees, which is what the frame on the screen shows. */
export const LOOK_PX = 640
/** So long without a new picture, and the camera is started anew: phones take it away for calls, and forget it in pockets. */
const STALLED_MS = 3_000
const AGAIN_MS = 1_000
const PAUSE_MS = 40

/** What a track of a camera can do beyond the standard's types. */
type Abilities = { torch?: boolean; zoom?: { min: number; max: number } }

export type CameraState = {
  problem: 'none' | 'denied' | 'missing'
  hasTorch: boolean
  zoomMax: number
  isRunning: boolean
}

export type CameraOptions = {
  video: HTMLVideoElement
  workerUrl: string
  facing: 'environment' | 'user'
  onText(text: string): void
  onState(state: CameraState): void
}

/** Looks until it is stopped. Nothing that is read, and nothing that fails, ends it. */
export function startCamera({ video, workerUrl, facing, onText, onState }: CameraOptions) {
  let isStopped = false
  let stream: MediaStream | undefined
  let isLooking = false
  let pictureAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: CameraState = { problem: 'none', hasTorch: false, zoomMax: 1, isRunning: false }
  const tell = (next: Partial<CameraState>) => {
    state = { ...state, ...next }
    if (!isStopped) onState(state)
  }

  const worker = new Worker(workerUrl, { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<{ kind: string; text?: string | null }>) => {
    if (data.kind !== 'read') return
    isLooking = false
    if (data.text && !isStopped) onText(data.text)
  }
  worker.onerror = () => {
    isLooking = false
  }

  const track = () => stream?.getVideoTracks()[0]

  async function open(): Promise<void> {
    close()
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: facing, width: { ideal: 1280 }, height: { ideal: 720 } },
      })
      if (isStopped) return close()
      video.srcObject = stream
      await video.play()
      pictureAt = Date.now()
      const { torch = false, zoom } = (track()?.getCapabilities?.() ?? {}) as Abilities
      tell({ problem: 'none', hasTorch: torch, zoomMax: zoom?.max ?? 1, isRunning: true })
    } catch (error) {
      const { name } = error as Error
      tell({ problem: name === 'NotAllowedError' ? 'denied' : 'missing', isRunning: false })
    }
  }

  function close(): void {
    for (const each of stream?.getTracks() ?? []) each.stop()
    stream = undefined
  }

  let lastTime = -1
  async function look(): Promise<void> {
    if (isStopped) return
    const isHidden = document.visibilityState !== 'visible'
    if (isHidden) pictureAt = Date.now()
    else if (!stream || track()?.readyState === 'ended' || Date.now() - pictureAt > STALLED_MS) {
      await open()
      timer = setTimeout(look, stream ? PAUSE_MS : AGAIN_MS)
      return
    } else if (!isLooking && video.videoWidth > 0 && video.currentTime !== lastTime) {
      lastTime = video.currentTime
      pictureAt = Date.now()
      isLooking = true
      await hand().catch(() => {
        isLooking = false
      })
    }
    timer = setTimeout(look, PAUSE_MS)
  }

  async function hand(): Promise<void> {
    const { videoWidth, videoHeight } = video
    const side = Math.min(videoWidth, videoHeight)
    const left = (videoWidth - side) / 2
    const top = (videoHeight - side) / 2
    const size = Math.min(LOOK_PX, side)
    const scaled = { resizeWidth: size, resizeHeight: size }
    const bitmap = await createImageBitmap(video, left, top, side, side, scaled)
    worker.postMessage({ bitmap }, [bitmap])
  }

  look()
  const set = (advanced: object) =>
    track()
      ?.applyConstraints({ advanced: [advanced] } as MediaTrackConstraints)
      .catch(() => undefined)
  return {
    setTorch: (torch: boolean) => set({ torch }),
    setZoom: (zoom: number) => set({ zoom }),
    stop() {
      isStopped = true
      clearTimeout(timer)
      close()
      worker.terminate()
    },
  }
}

declare module '*.module.css' {
  const classes: Record<string, string>
  // biome-ignore lint/style/noDefaultExport: this is how a bundler hands out the classes of a file
  export default classes
}

declare module '*.css'

declare module '*.wasm' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: this is how a bundler hands out the address of a file
  export default address
}

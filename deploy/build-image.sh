#!/usr/bin/env bash
# One image for amd64 and arm64, with a list of what is in it (/app/sbom.cdx.json, and attached to the image):
#   deploy/build-image.sh registry.example.org/grandstand
# The same commit on the same base gives the same image: times are those of the commit, packages those of the lock. Needs docker buildx.
set -euo pipefail
cd "$(dirname "$0")/.."
image=${1:?name the image to push: registry.example.org/grandstand}
if [ -n "$(git status --porcelain)" ]; then
  echo 'There are changes that are not committed: an image is made of a commit.' >&2
  exit 1
fi
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' server/package.json)
base=node:24-bookworm-slim
digest=$(docker buildx imagetools inspect "$base" --format '{{.Manifest.Digest}}')
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
docker buildx build . \
  --file deploy/Dockerfile \
  --platform linux/amd64,linux/arm64 \
  --build-arg "NODE_IMAGE=$base@$digest" \
  --label "org.opencontainers.image.version=$version" \
  --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" \
  --tag "$image:$version" \
  --provenance mode=max \
  --sbom true \
  --output type=registry,rewrite-timestamp=true
echo "$image:$version is of $(git rev-parse --short HEAD) on $base@$digest"

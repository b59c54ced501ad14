#!/usr/bin/env bash
# Builds the machine of the browser page as WebAssembly into pages/wasm; with --check holds the committed one against today's.
#
# The compiler is the host's if it has the target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`), else
# that of Debian's next release, unpacked into a folder (JOPLAB_FORKY, about 1.3 GB) and run from there, without root's help.
#
# --check asks two things: has the module the interface of the sources, and do programs run in it as in the jop command (JOP, or
# built here)? What else changes in the sources needs no new module before a release is cut.
set -euo pipefail
cd "$(dirname "$0")/../.."
built=pages/wasm/BUILT
bindgen=0.2.130

# What the page and the module say to each other: requests, and the calls of JavaScript. Comments and blank lines do not count.
interface() {
    sed -e '/^[[:space:]]*\/\//d' -e '/^[[:space:]]*$/d' lab/browser/src/request.rs pages/wasm/src/lib.rs | sha256sum | cut -d' ' -f1
}

if [ "${1:-}" = --check ]; then
    if [ "$(sed -n 's/^module //p' "$built")" != "$(sha256sum <pages/wasm/machine.wasm.gz | cut -d' ' -f1)" ]; then
        echo "pages/wasm/machine.wasm.gz is not the one that $built describes: run pages/web/wasm.sh" >&2
        exit 1
    fi
    if [ "$(sed -n 's/^interface //p' "$built")" != "$(interface)" ]; then
        echo "pages/wasm/machine.wasm.gz has another interface than these sources: run pages/web/wasm.sh and pages/web/build.sh and commit both" >&2
        exit 1
    fi
    if [ -z "${JOP:-}" ]; then
        cargo build -q --release -p cli
        export JOP="${CARGO_TARGET_DIR:-$PWD/target}/release/jop"
    fi
    node pages/web/behaviour.mjs || {
        echo "programs run otherwise in pages/wasm/machine.wasm.gz than in $JOP: run pages/web/wasm.sh and pages/web/build.sh and commit both" >&2
        exit 1
    }
    exit
fi

tools="${JOPLAB_WASM_TOOLS:-${CARGO_TARGET_DIR:-$PWD/target}/wasm}"
mkdir -p "$tools"
tools=$(realpath "$tools")

# A wrapper that runs a program of Debian's next release with that release's libraries.
wrap() {
    cat >"$tools/bin/$1" <<END
#!/bin/sh
exec "$forky/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" --library-path "$forky/usr/lib/x86_64-linux-gnu" --argv0 "$1" "$forky/usr/bin/$1" $2 "\$@"
END
    chmod +x "$tools/bin/$1"
}

if ! [ -d "$(rustc --print target-libdir --target wasm32-unknown-unknown)" ]; then
    forky="${JOPLAB_FORKY:-$tools/forky}"
    if ! [ -x "$forky/usr/bin/rustc" ]; then
        command -v mmdebstrap >/dev/null || { apt-get update -q && apt-get install -qy --no-install-recommends mmdebstrap; }
        echo "unpacking Debian's compiler into $forky" >&2
        # A mirror may be some weeks old: signatures count, not their age.
        mmdebstrap --quiet --aptopt='Acquire::Check-Valid-Until "false"' --variant=extract \
            --include=rustc,libstd-rust-dev,libstd-rust-dev-wasm32,lld forky "$forky" http://deb.debian.org/debian || {
            echo "Debian's packages are not reachable, and this compiler has no target wasm32-unknown-unknown" >&2
            rm -rf "$forky"
            exit 77
        }
    fi
    forky=$(realpath "$forky")
    mkdir -p "$tools/bin"
    wrap rustc "--sysroot $forky/usr"
    wrap wasm-ld ""
    export RUSTC="$tools/bin/rustc" CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$tools/bin/wasm-ld"
fi
if [ "$("$tools/bin/wasm-bindgen" --version 2>/dev/null)" != "wasm-bindgen $bindgen" ]; then
    # Built by the host's compiler, as it is a program of the host.
    env -u RUSTC CARGO_TARGET_DIR="$tools/bindgen" cargo install -q --root "$tools" "wasm-bindgen-cli@$bindgen"
fi

# Paths of this computer stay out of the module's messages.
remap="--remap-path-prefix=$PWD=/joplab --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
RUSTFLAGS="$remap" CARGO_TARGET_DIR="$tools/target" cargo build -q --release --locked --target wasm32-unknown-unknown \
    --manifest-path pages/wasm/Cargo.toml
out="$tools/out"
rm -rf "$out"
"$tools/bin/wasm-bindgen" --target web --omit-default-module-path --remove-name-section --remove-producers-section --out-dir "$out" \
    "$tools/target/wasm32-unknown-unknown/release/machine_wasm.wasm"
gzip -n9 <"$out/machine_wasm_bg.wasm" >pages/wasm/machine.wasm.gz
mkdir -p pages/web/src/machine/wasm
cp "$out/machine_wasm.js" "$out/machine_wasm.d.ts" pages/web/src/machine/wasm/
{
    echo "interface $(interface)"
    echo "module $(sha256sum <pages/wasm/machine.wasm.gz | cut -d' ' -f1)"
    echo "compiler $("${RUSTC:-rustc}" --version)"
    echo "wasm-bindgen $bindgen"
} >"$built"
echo "pages/wasm/machine.wasm.gz: $(wc -c <pages/wasm/machine.wasm.gz) bytes" >&2

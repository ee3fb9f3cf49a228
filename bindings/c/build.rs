//! Names the shared library for those who link it.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libbowline.so");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
